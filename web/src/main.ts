import "./app.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { preferences } from "./lib/preferences.svelte";

preferences.restore();
mount(App, { target: document.getElementById("app")! });
