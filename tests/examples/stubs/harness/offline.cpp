// Runs the sketch without a connection for some minutes, then with one, in simulated time. Prints the seconds of the first attempts, the
// number of batches, and the first, the last and the number of points that were submitted; fails when their order is wrong.
#include PROGRAM
#include <iostream>
#include <vector>

extern "C" int gettimeofday(struct timeval *__restrict time, void *__restrict) noexcept {
  time->tv_sec = static_cast<time_t>(fake.now / 1000);
  time->tv_usec = 0;
  return 0;
}

int main(int, char **arguments) {
  // A board has run for a while before it has Wi-Fi and the time.
  const unsigned long start = fake.now = 60000;
  const unsigned long end = start + std::stoul(arguments[1]) * 60000;
  const bool isFirstReplyLost = arguments[2][0] == '1';
  setup();
  while (fake.now < end) loop();
  for (size_t i = 0; i < 9; i++) std::cout << (fake.attempts.at(i) - start) / 1000 << " ";
  fake.isOnline = true;
  std::vector<int64_t> stored;
  size_t batches = 0;
  while (kept > 0 || batches == 0) {
    fake.times.clear();
    const size_t published = fake.published;
    loop();
    if (fake.published == published) continue;
    batches++;
    if (isFirstReplyLost && batches == 1) continue;
    for (const int64_t time : fake.times) {
      if (!stored.empty() && time <= stored.back()) return 1;
      stored.push_back(time);
    }
    fake.reqId = "batch-" + std::to_string(batches);
    onMessage(nullptr, nullptr, 0);
  }
  const auto minute = [start](int64_t time) { return (time - static_cast<int64_t>(start)) / 60000; };
  std::cout << batches << " " << minute(stored.front()) << " " << minute(stored.back()) << " " << stored.size();
}
