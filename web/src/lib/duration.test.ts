import { expect, test } from "vitest";
import { timeLeft } from "./duration";

test.each([
  [0, ["0:00", "0:00", "0:00"]],
  [42, ["0:42", "0:42", "0:42"]],
  [600, ["10:00", "10:00", "10:00"]],
  [3599, ["59:59", "59:59", "59:59"]],
  [3600, ["1:00:00", "1:00:00", "1:00:00"]],
  [86_398, ["23:59:58", "23:59:58", "23:59:58"]],
  [86_400, ["1 day", "1 jour", "1 Tag"]],
  [97_200, ["1 day 3 hours", "1 jour 3 heures", "1 Tag 3 Stunden"]],
  [262_800, ["3 days 1 hour", "3 jours 1 heure", "3 Tage 1 Stunde"]],
  [2_592_000, ["30 days", "30 jours", "30 Tage"]],
])("%i seconds are read easily", (seconds, expected) => {
  const told = (["en", "fr", "de"] as const).map((language) => timeLeft(seconds, language));
  expect(told.map((text) => text.replaceAll("\u00a0", " ").replaceAll("\u202f", " "))).toEqual(expected);
});
