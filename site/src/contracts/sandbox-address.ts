/** URL of the sandbox in the text of pages: that of a site served by `npm start`. */
export const writtenAddress = 'http://localhost:3000/sandbox';
