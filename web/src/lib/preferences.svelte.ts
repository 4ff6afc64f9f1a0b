// What a person has chosen, kept by the browser: colours and language.

import { chooseLanguage, type Language } from "./i18n.svelte";

export type Theme = "system" | "light" | "dark";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still shows the choice until the page is closed.
  }
}

class Preferences {
  theme = $state<Theme>("system");

  restore(): void {
    const theme = read("pincite.theme");
    this.setTheme(theme === "light" || theme === "dark" ? theme : "system");
    const wanted = read("pincite.language") ?? navigator.language.slice(0, 2);
    chooseLanguage(wanted === "cs" ? "cs" : "en");
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    write("pincite.theme", theme);
  }

  setLanguage(language: Language): void {
    chooseLanguage(language);
    write("pincite.language", language);
  }
}

export const preferences = new Preferences();
