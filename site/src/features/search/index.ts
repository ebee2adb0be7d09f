export { createSearchClient } from './client';
export { default as SearchResults } from './SearchResults';
export { default as useResults } from './SearchResults/useResults';
export { default as SearchButton } from './SearchButton';
