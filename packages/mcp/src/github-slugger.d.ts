/** The version that Docusaurus uses for the anchors of headings has no types. */
declare module 'github-slugger' {
  export default class GithubSlugger {
    /** Returns the slug of a text, with a number if this slugger has returned it before. */
    slug(text: string): string;
  }
}
