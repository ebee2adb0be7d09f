// A small JSON library with the interface of cJSON.
#include "cJSON.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cJSON *json_new(enum json_type type)
{
    cJSON *item = calloc(1, sizeof *item);
    item->type = type;
    return item;
}

void cJSON_Delete(cJSON *item)
{
    while (item != NULL) {
        cJSON *next = item->next;
        cJSON_Delete(item->child);
        free(item->valuestring);
        free(item->string);
        free(item);
        item = next;
    }
}

void cJSON_free(void *object) { free(object); }

static const char *skip(const char *text) { return text + strspn(text, " \t\r\n"); }

/* Writes a code point in UTF-8. */
static char *encode(char *out, unsigned code)
{
    if (code < 0x80) {
        *out++ = code;
    } else if (code < 0x800) {
        *out++ = 0xc0 | code >> 6;
        *out++ = 0x80 | (code & 63);
    } else {
        *out++ = 0xe0 | code >> 12;
        *out++ = 0x80 | (code >> 6 & 63);
        *out++ = 0x80 | (code & 63);
    }
    return out;
}

/* Parses a string behind its first quote. Surrogates are kept as they are. */
static const char *parse_text(const char *text, char **result)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char *out = *result = malloc(3 * strlen(text) + 1);
    while (*text != '"') {
        if (*text == '\0') {
            return NULL;
        }
        if (*text != '\\') {
            *out++ = *text++;
        } else if (text[1] == 'u') {
            unsigned code;
            if (sscanf(text + 2, "%4x", &code) != 1) {
                return NULL;
            }
            out = encode(out, code);
            text += 6;
        } else {
            const char *found = text[1] == '\0' ? NULL : strchr(from, text[1]);
            if (found == NULL) {
                return NULL;
            }
            *out++ = to[found - from];
            text += 2;
        }
    }
    *out = '\0';
    return text + 1;
}

static const char *parse(const char *text, cJSON *item);

static const char *parse_list(const char *text, cJSON *list, char end)
{
    cJSON **last = &list->child;
    text = skip(text);
    if (*text == end) {
        return text + 1;
    }
    for (;; text++) {
        cJSON *item = *last = json_new(cJSON_NULL);
        last = &item->next;
        text = skip(text);
        if (end == '}') {
            if (*text != '"' || (text = parse_text(text + 1, &item->string)) == NULL) {
                return NULL;
            }
            text = skip(text);
            if (*text++ != ':') {
                return NULL;
            }
        }
        if ((text = parse(text, item)) == NULL) {
            return NULL;
        }
        text = skip(text);
        if (*text == end) {
            return text + 1;
        }
        if (*text != ',') {
            return NULL;
        }
    }
}

static const char *parse(const char *text, cJSON *item)
{
    static const struct { const char *word; enum json_type type; } words[] = {
        { "null", cJSON_NULL }, { "false", cJSON_False }, { "true", cJSON_True },
    };
    text = skip(text);
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(text, words[i].word, length) == 0) {
            item->type = words[i].type;
            return text + length;
        }
    }
    switch (*text) {
    case '"':
        item->type = cJSON_String;
        return parse_text(text + 1, &item->valuestring);
    case '[':
        item->type = cJSON_Array;
        return parse_list(text + 1, item, ']');
    case '{':
        item->type = cJSON_Object;
        return parse_list(text + 1, item, '}');
    default: {
        char *end;
        item->type = cJSON_Number;
        item->valuedouble = strtod(text, &end);
        return end == text ? NULL : end;
    }
    }
}

cJSON *cJSON_Parse(const char *value)
{
    cJSON *item = json_new(cJSON_NULL);
    if (value == NULL || parse(value, item) == NULL) {
        cJSON_Delete(item);
        return NULL;
    }
    return item;
}

cJSON *cJSON_CreateObject(void) { return json_new(cJSON_Object); }

cJSON *cJSON_GetObjectItem(const cJSON *object, const char *name)
{
    for (cJSON *item = object == NULL ? NULL : object->child; item != NULL; item = item->next) {
        if (item->string != NULL && strcmp(item->string, name) == 0) {
            return item;
        }
    }
    return NULL;
}

static cJSON *append(cJSON *parent)
{
    cJSON **last = &parent->child;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    return *last = json_new(cJSON_NULL);
}

cJSON *json_member(cJSON *object, const char *name)
{
    object->type = cJSON_Object;
    cJSON *item = cJSON_GetObjectItem(object, name);
    if (item == NULL) {
        item = append(object);
        item->string = strdup(name);
    }
    return item;
}

cJSON *json_item(cJSON *array, int index)
{
    array->type = cJSON_Array;
    cJSON *item = array->child;
    for (int i = 0; i < index && item != NULL; i++) {
        item = item->next;
    }
    return item == NULL ? append(array) : item;
}

void json_set_text(cJSON *item, const char *text)
{
    char *copy = strdup(text);
    free(item->valuestring);
    item->type = cJSON_String;
    item->valuestring = copy;
}

cJSON *cJSON_AddStringToObject(cJSON *object, const char *name, const char *string)
{
    cJSON *item = json_member(object, name);
    json_set_text(item, string);
    return item;
}

char *cJSON_GetStringValue(const cJSON *item) { return item != NULL && item->type == cJSON_String ? item->valuestring : NULL; }
cJSON_bool cJSON_IsNumber(const cJSON *item) { return item != NULL && item->type == cJSON_Number; }
cJSON_bool cJSON_IsTrue(const cJSON *item) { return item != NULL && item->type == cJSON_True; }

static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fprintf(out, "\\%c", *text);
        } else if ((unsigned char)*text < 0x20) {
            fprintf(out, "\\u%04x", *text);
        } else {
            fputc(*text, out);
        }
    }
    fputc('"', out);
}

static void print(FILE *out, const cJSON *item)
{
    static const char *const words[] = { "null", "false", "true" };
    const char close = item->type == cJSON_Object ? '}' : ']';
    switch (item->type) {
    case cJSON_Number:
        // JSON has neither NaN nor infinity.
        if (!isfinite(item->valuedouble)) {
            fputs("null", out);
        } else if (item->valuedouble == floor(item->valuedouble)) {
            fprintf(out, "%.0f", item->valuedouble);
        } else {
            fprintf(out, "%.7g", item->valuedouble);
        }
        return;
    case cJSON_String:
        print_text(out, item->valuestring);
        return;
    case cJSON_Array:
    case cJSON_Object:
        fputc(item->type == cJSON_Object ? '{' : '[', out);
        for (const cJSON *child = item->child; child != NULL; child = child->next) {
            if (child->string != NULL) {
                print_text(out, child->string);
                fputc(':', out);
            }
            print(out, child);
            if (child->next != NULL) {
                fputc(',', out);
            }
        }
        fputc(close, out);
        return;
    default:
        fputs(words[item->type], out);
    }
}

char *cJSON_PrintUnformatted(const cJSON *item)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    print(out, item);
    fclose(out);
    return text;
}
