/** What the theme's start-up module reads of `prism-react-renderer`: an object it hands on to nobody. */
export const Prism = {};
