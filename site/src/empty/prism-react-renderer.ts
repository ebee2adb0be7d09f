/** Stub of `prism-react-renderer`: the theme passes this object to an empty function. */
export const Prism = {};
