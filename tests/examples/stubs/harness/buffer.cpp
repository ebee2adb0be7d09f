// Keeps as many points as it is told to, forgets those stored, and prints the first, the last and their number.
#include PROGRAM
#include <iostream>
int main(int, char **arguments) {
  const int64_t count = std::stoll(arguments[1]);
  for (int64_t i = 1; i <= count; i++) keep({i, static_cast<float>(i)});
  forget(static_cast<uint32_t>(std::stoul(arguments[2])));
  std::cout << kept;
  if (kept > 0) std::cout << " " << pointAt(0).timeMs << " " << pointAt(kept - 1).timeMs;
}
