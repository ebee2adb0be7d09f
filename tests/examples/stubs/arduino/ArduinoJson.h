// ArduinoJson 7: the part of its interface the examples use, on the JSON stub.
#pragma once
#include <Arduino.h>
#include <cJSON.h>
struct JsonObject {};
class JsonVariant {
 public:
  explicit JsonVariant(cJSON *item) : item_(item) {}
  JsonVariant operator[](const char *name) { return JsonVariant(json_member(item_, name)); }
  JsonVariant operator[](const char *name) const { return JsonVariant(cJSON_GetObjectItem(item_, name)); }
  JsonVariant operator[](int index) { return JsonVariant(json_item(item_, index)); }
  JsonVariant operator[](size_t index) { return (*this)[static_cast<int>(index)]; }
  JsonVariant operator[](uint32_t index) { return (*this)[static_cast<int>(index)]; }
  void operator=(const char *text) { json_set_text(item_, text); }
  void operator=(const String &text) { json_set_text(item_, text.c_str()); }
  void operator=(float number) { set(static_cast<double>(number)); }
  void operator=(int64_t number) { set(static_cast<double>(number)); }
  template <typename T>
  T as() const {
    return static_cast<T>(item_ && item_->type == cJSON_Number ? item_->valuedouble : 0);
  }
  template <typename T>
  void to() {
    item_->type = cJSON_Object;
  }

 protected:
  void set(double number) {
    item_->type = cJSON_Number;
    item_->valuedouble = number;
  }
  cJSON *item_;
};
/** A missing value is the text `null`. */
template <>
inline String JsonVariant::as<String>() const {
  if (item_ && item_->type == cJSON_String) return String(item_->valuestring);
  return String("null");
}
template <>
inline bool JsonVariant::as<bool>() const {
  return item_ && item_->type == cJSON_True;
}
class JsonDocument : public JsonVariant {
 public:
  JsonDocument() : JsonVariant(json_new(cJSON_NULL)) {}
  JsonDocument(const JsonDocument &) = delete;
  ~JsonDocument() { cJSON_Delete(item_); }
  bool parse(const std::string &text) {
    cJSON *parsed = cJSON_Parse(text.c_str());
    if (!parsed) return false;
    cJSON_Delete(item_);
    item_ = parsed;
    return true;
  }
  String text() const {
    char *text = cJSON_PrintUnformatted(item_);
    const String copy(text);
    cJSON_free(text);
    return copy;
  }
};
struct DeserializationError {
  bool isError;
  explicit operator bool() const { return isError; }
};
inline DeserializationError deserializeJson(JsonDocument &document, const String &text) {
  return {!document.parse(text.c_str())};
}
inline DeserializationError deserializeJson(JsonDocument &document, const uint8_t *text, size_t length) {
  return {!document.parse(std::string(reinterpret_cast<const char *>(text), length))};
}
inline size_t serializeJson(const JsonDocument &document, String &text) {
  text = document.text();
  return text.length();
}
