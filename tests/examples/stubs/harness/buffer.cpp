// Keeps as many points as it is told to, forgets those up to a time, and prints the first, the last and their number.
#include PROGRAM
#include <iostream>
int main(int, char **arguments) {
  const int64_t count = std::stoll(arguments[1]);
  for (int64_t i = 1; i <= count; i++) keep({i, static_cast<float>(i)});
  forget(std::stoll(arguments[2]));
  std::cout << kept;
  if (kept > 0) std::cout << " " << pointAt(0).timeMs << " " << pointAt(kept - 1).timeMs;
}
