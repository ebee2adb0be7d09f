// Prints what the program makes of a download link.
#include PROGRAM
int main(int count, char **links)
{
    for (int index = 1; index < count; index++) {
        repair(links[index]);
        puts(links[index]);
    }
}
