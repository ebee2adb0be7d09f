/** Database that holds the tables and nothing else; each test sandbox gets a copy. */
export const template = 'sandbox_template';
