/** Replaces the theme's page footer: this site has no tags, edit links or update times. */
export { default } from '@site/src/components/ReportProblem';
