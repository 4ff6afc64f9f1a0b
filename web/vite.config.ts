import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte({ emitCss: true, compilerOptions: { runes: true } })],
  build: {
    outDir: "../src/pincite/web/static",
    emptyOutDir: true,
    target: "es2022",
    // An inlined asset would be a `data:` address, and a preload polyfill an inline script: neither is allowed by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": "http://127.0.0.1:50505" } },
});
