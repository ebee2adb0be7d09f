'use strict';

/** Opens nothing: `npm run dev` prints the address (`--no-open`). */
module.exports = () => false;
