// Prints what the sketch makes of four readings.
#include PROGRAM
#include <iostream>
int main(int, char **readings) {
  std::cout << serverTimeMs(std::stoll(readings[1]), std::stoll(readings[2]),
                            std::stoll(readings[3]), std::stoll(readings[4]));
}
