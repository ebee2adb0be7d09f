// The part of cJSON that the programs and the other stubs use.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
typedef int cJSON_bool;
enum json_type { cJSON_NULL, cJSON_False, cJSON_True, cJSON_Number, cJSON_String, cJSON_Array, cJSON_Object };
typedef struct cJSON {
    struct cJSON *next, *child;
    enum json_type type;
    char *valuestring;
    double valuedouble;
    /* Name of a member of an object. */
    char *string;
} cJSON;
cJSON *cJSON_Parse(const char *value);
cJSON *cJSON_CreateObject(void);
cJSON *cJSON_AddStringToObject(cJSON *object, const char *name, const char *string);
cJSON *cJSON_GetObjectItem(const cJSON *object, const char *string);
char *cJSON_GetStringValue(const cJSON *item);
cJSON_bool cJSON_IsNumber(const cJSON *item);
cJSON_bool cJSON_IsTrue(const cJSON *item);
char *cJSON_PrintUnformatted(const cJSON *item);
void cJSON_Delete(cJSON *item);
void cJSON_free(void *object);

/* Not part of cJSON: a new value, and the member or the item at an index, which is added if it is missing. */
cJSON *json_new(enum json_type type);
cJSON *json_member(cJSON *object, const char *name);
cJSON *json_item(cJSON *array, int index);
void json_set_text(cJSON *item, const char *text);
#ifdef __cplusplus
}
#endif
