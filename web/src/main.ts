import { mount } from "svelte";
import App from "./App.svelte";
import { hang } from "./lib/bull";
import "./tokens.css";

hang(document.documentElement.style);
mount(App, { target: document.getElementById("app")! });
