/* A bot for every game of nimmt in C, with a JSON reader that is just good enough for what nimmt writes.
   Build and try it: cc -O2 -o mybot examples/bots/bot.c && nimmt bot check ./mybot */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8 };

/* The end of the JSON value that begins here. */
static const char *after(const char *s) {
    int depth = 0;
    for (;; s++) {
        if (*s == '"') {
            while (*++s != '"') s += *s == '\\';
        } else if (*s == '{' || *s == '[') {
            depth++;
        } else if (*s == '}' || *s == ']') {
            if (--depth < 0) return s;
        } else if (*s == ',' && depth == 0) {
            return s;
        }
        if (*s == '\0') return s;
        if (depth == 0 && (*s == '}' || *s == ']' || *s == '"') && s[1] != ':') return s + 1;
    }
}

/* The value of a member of the object that begins here, or NULL. */
static const char *member(const char *object, const char *name) {
    size_t length = strlen(name);
    const char *s = object + 1;
    while (*s == '"') {
        const char *value = strchr(s + 1, '"') + 2;
        if (strncmp(s + 1, name, length) == 0 && s[1 + length] == '"') return value;
        s = after(value);
        if (*s == ',') s++;
    }
    return NULL;
}

static int number(const char *object, const char *name) {
    const char *value = object ? member(object, name) : NULL;
    return value ? atoi(value) : 0;
}

static int is(const char *object, const char *name, const char *value) {
    const char *found = member(object, name);
    return found && strncmp(found, value, strlen(value)) == 0;
}

/* Up to so many elements of the array that begins here. */
static int elements(const char *array, const char **found, int most) {
    int count = 0;
    if (!array) return 0;
    for (const char *s = array + 1; *s != ']' && *s != '\0' && count < most; s = after(s), s += *s == ',') found[count++] = s;
    return count;
}

/* How bad an action is: the heads it takes now, then the distance; 1000 heads for what is better left alone. */
static int cost(const char *action, const char *view) {
    const char *rows[ROWS], *facts[ROWS], *cards[64], *known = member(view, "facts");
    int count = elements(member(view, "rows"), rows, ROWS), card = number(action, "card");
    int end = 0, nearest = -1, cheapest = 1000;
    elements(known ? member(known, "rows") : NULL, facts, ROWS);
    if (is(action, "type", "\"bid\"")) return card;
    if (is(action, "type", "\"take_row\"")) return number(facts[number(action, "row")], "heads");
    if (is(action, "type", "\"pass\"") || is(action, "agree", "true") || is(action, "type", "\"done\"")) return 0;
    if (is(action, "type", "\"lay_card\"") || is(action, "type", "\"use_order\"")) return 1;
    if (is(action, "type", "\"order_card\"")) return 2;
    if (!is(action, "type", "\"play_card\"")) return 1000000;
    for (int row = 0; row < count; row++) {
        int length = elements(member(rows[row], "cards"), cards, 64), last = length ? atoi(cards[length - 1]) : 0;
        int heads = number(facts[row], "heads");
        if (heads < cheapest) cheapest = heads;
        if (last < card && last > end) end = last, nearest = row;
    }
    int taken = nearest < 0 ? cheapest : is(facts[nearest], "full", "true") ? number(facts[nearest], "heads") : 0;
    return taken * 1000 + card - end + (is(action, "reverse", "true") ? 500000 : 0);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    const char *legal[4096];
    while (getline(&line, &room, stdin) > 0) {
        if (is(line, "type", "\"hello\"")) printf("{\"type\":\"hello\",\"protocol\":1,\"name\":\"cheapest card in C\"}\n");
        if (is(line, "type", "\"decide\"")) {
            int count = elements(member(line, "legal"), legal, 4096), best = 0;
            const char *view = member(line, "view");
            for (int i = 1; i < count; i++)
                if (cost(legal[i], view) < cost(legal[best], view)) best = i;
            printf("{\"type\":\"act\",\"number\":%d,\"action\":%.*s}\n", number(line, "number"), (int)(after(legal[best]) - legal[best]), legal[best]);
        }
        fflush(stdout);
    }
    return 0;
}
