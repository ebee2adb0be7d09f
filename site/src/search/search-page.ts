/** Title of the search page without a query, and of its page views with one. */
export const searchPageTitle = 'Search the documentation';
