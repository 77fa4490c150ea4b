// Generated from the engine: python -m nimmt.server.schemas

/** Who can play, what is counted, and when it ends unless people agree otherwise. */
export type Game = {
  key: string;
  players: number[];
  counts: "heads" | "points";
  team: boolean;
  limit: number | null;
  rounds: number | null;
  /** How often heads count, by players. */
  factors: { [players: number]: number };
};

export const GAMES: Game[] = [
  {"key": "base", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
  {"key": "even_odd", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
  {"key": "climb", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
  {"key": "caper", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
  {"key": "reversed_digits", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
  {"key": "surprise", "players": [2, 3, 4, 5, 6, 7, 8], "counts": "heads", "team": false, "limit": null, "rounds": 2, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1}},
  {"key": "versus_ox", "players": [1, 2, 3, 4, 5, 6], "counts": "heads", "team": true, "limit": null, "rounds": 1, "factors": {"1": 2, "2": 2, "3": 1, "4": 1, "5": 1, "6": 1}},
  {"key": "bullenparty", "players": [2, 3, 4, 5], "counts": "points", "team": false, "limit": null, "rounds": 1, "factors": {"2": 1, "3": 1, "4": 1, "5": 1}},
  {"key": "pro", "players": [2, 3, 4, 5, 6, 7, 8, 9, 10], "counts": "heads", "team": false, "limit": 66, "rounds": null, "factors": {"2": 1, "3": 1, "4": 1, "5": 1, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}},
];

/** The specials of each game that has any. */
export const BOOKS: { [game: string]: string[] } = {"surprise": ["seven", "stop", "insert", "replace", "slide", "fifth_row", "negative_positive"], "versus_ox": ["seven", "stop", "replace", "insert", "slide", "first", "last", "sort"]};

/** Which special an action uses; one that needs none stands for itself. */
export const SPECIAL_OF: { [action: string]: string } = {"use_seven": "seven", "use_stop": "stop", "use_insert": "insert", "use_replace": "replace", "use_slide": "slide", "use_fifth_row": "fifth_row", "use_negative_positive": "negative_positive", "replace_card": "replace", "use_first": "first", "use_last": "last", "use_sort": "sort", "use_order": "sort", "remove_stop": "remove_stop"};
