// HTTP client of both cores. A connection stays open for the next request of the same object.
#pragma once
#include <WiFiClientSecure.h>
#include <cstdlib>
class HTTPClient {
 public:
  void setTimeout(uint16_t ms) { timeoutMs_ = ms; }
  bool begin(WiFiClient &client, const String &url) {
    client_ = &client;
    client.stop();
    std::string text = url.c_str();
    isSecure_ = text.rfind("https:", 0) == 0;
    text = text.substr(text.find("//") + 2);
    const size_t slash = text.find('/');
    path_ = text.substr(slash);
    host_ = text.substr(0, slash);
    headers_ = "Host: " + host_ + "\r\n";
    const size_t colon = host_.find(':');
    port_ = colon == std::string::npos ? (isSecure_ ? 443 : 80) : std::atoi(host_.c_str() + colon + 1);
    host_ = host_.substr(0, colon);
    return true;
  }
  void addHeader(const String &name, const String &value) {
    headers_ += std::string(name.c_str()) + ": " + value.c_str() + "\r\n";
  }
  /** @return HTTP status, or -1 refused, -5 connection lost, -11 read timeout */
  int POST(const String &body) {
    body_.clear();
    if (!client_->connected() && !client_->connect(host_.c_str(), static_cast<uint16_t>(port_))) return -1;
    const std::string request = "POST " + path_ + " HTTP/1.1\r\n" + headers_ +
                                "Content-Length: " + std::to_string(body.length()) + "\r\n\r\n" + body.c_str();
    client_->write(request.data(), request.size());
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos) {
      if (!more(text)) return client_->connected() ? -11 : -5;
    }
    const size_t end = text.find("\r\n\r\n") + 4;
    const size_t length = lengthOf(text.substr(0, end));
    body_ = text.substr(end);
    while (body_.size() < length && more(body_)) continue;
    return std::atoi(text.c_str() + 9);
  }
  String getString() { return String(body_.c_str()); }
  void end() { client_->stop(); }

 private:
  bool more(std::string &text) {
    char part[1024];
    if (client_->available() == 0 && !client_->await(timeoutMs_)) return false;
    text.append(part, client_->read(part, sizeof part));
    return true;
  }
  static size_t lengthOf(const std::string &head) {
    const size_t at = head.find("content-length: ");
    return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + 16, nullptr, 10);
  }
  WiFiClient *client_ = nullptr;
  unsigned long timeoutMs_ = 5000;
  bool isSecure_ = false;
  int port_ = 0;
  std::string host_, path_, headers_, body_;
};
