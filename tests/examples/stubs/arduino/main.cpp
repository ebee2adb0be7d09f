// Starts a sketch in the simulated world. PROGRAM is its file.
#include PROGRAM
int main() {
  board_start();
  setup();
  for (;;) loop();
}
