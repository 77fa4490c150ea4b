/** The choice of a level: one sentence where a server has only the lower ones. */
import { render, screen } from "@testing-library/svelte";
import { beforeAll, expect, test, vi } from "vitest";
import * as api from "../lib/api";
import { speak } from "../lib/words.svelte";
import Levels from "./Levels.svelte";

vi.mock("../lib/api");
beforeAll(() => speak("en"));

const SENTENCE = "This server has no stronger levels for this game.";

test("it says so where a server has only the lower levels", async () => {
  vi.mocked(api.bots).mockResolvedValue(["beginner", "easy", "medium", "random"]);
  render(Levels, { game: "base" });
  expect(await screen.findByText(SENTENCE)).toBeTruthy();
});

test("it says nothing where all levels play", async () => {
  vi.mocked(api.bots).mockResolvedValue(["beginner", "easy", "medium", "hard", "master", "random"]);
  render(Levels, { game: "climb" });
  expect(await screen.findByRole("option", { name: "Master" })).toBeTruthy();
  expect(screen.queryByText(SENTENCE)).toBeNull();
});
