import { createHash } from 'node:crypto';

const stylesheetTag = /<link rel="?stylesheet"? href="?([^"\s>]+)"?>/g;

/** URLs of the stylesheets that a page links to. */
export function linkedStylesheets(html: string): string[] {
  return [...html.matchAll(stylesheetTag)].map((match) => match[1] ?? '');
}

/**
 * URL of a stylesheet with a hash of its content, so that it can be cached forever.
 * @param href URL from the framework
 */
export function hashedAddress(href: string, css: string): string {
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8);
  return href.replace(/[^/]+$/, `site.${hash}.css`);
}

export interface Sheet {
  /** `@font-face` rules, which apply as long as the page is open. */
  readonly fonts: string;
  /** Other rules for the first paint, inline in the page, so that it needs no request. The full stylesheet replaces them. */
  readonly firstPaint: string;
  /** URL of the full stylesheet, which the page loads after the first paint. */
  readonly address: string;
}

/**
 * Inlines the rules for the first paint of a page, and lists the full stylesheet for `deferScripts`. Without scripts,
 * browsers load it immediately. `data-href` tells the framework's loader that the stylesheet is present.
 * @throws Error if the page links to no stylesheet
 */
export function inlineStylesheets(html: string, sheetOf: (href: string) => Sheet): string {
  if (linkedStylesheets(html).length === 0) {
    throw new Error('no <link rel="stylesheet"> found: the page template has changed');
  }
  return html.replaceAll(stylesheetTag, (_tag, href: string) => {
    const { fonts, firstPaint, address } = sheetOf(href);
    const whole = `<noscript><link rel="stylesheet" href="${address}"></noscript>`;
    return `<style>${fonts}</style><style data-href="${href}" data-docs-sheet="${address}">${firstPaint}</style>${whole}`;
  });
}

const fontFace =
  /@font-face\s*\{[^}]*font-family:\s*["']?([^;"'}]+)["']?[^}]*url\(["']?([^"')]+\.woff2)["']?\)/g;

/**
 * Preloads the fonts of a page: browsers ignore a font that arrives late (`font-display: optional`). Only pages with code
 * need the code font.
 * @throws Error if the styles of the page name no font
 */
export function preloadFonts(html: string): string {
  const fonts = [...html.matchAll(fontFace)]
    .filter(([, family = '']) => !family.includes('code') || html.includes('<code'))
    .map(([, , href = '']) => `<link rel=preload href=${href} as=font crossorigin>`);
  if (fonts.length === 0) throw new Error('no font found in the styles of a page');
  return html.replace('<style data-href=', () => `${fonts.join('')}<style data-href=`);
}

/**
 * Runs in the page, after its content. When the browser reports its first contentful paint (Paint Timing, 3), after one
 * second at the latest, or immediately in a hidden tab, which paints nothing, it loads the full stylesheet, then the scripts
 * listed in `meta` elements, in order. It reports when all scripts have loaded or failed. The full stylesheet replaces the rules
 * of the first paint in one step: with both, each later change of styles takes longer. A change of its `media` attribute would
 * load it again. While the network is busy, it compares two strings: the engine loads its collation tables with the first
 * comparison (10 ms on a desktop, 40 ms on a phone), which the theme would otherwise cause during a render.
 */
const loader = `(function(){
var d=document,names=d.querySelectorAll('meta[name="docs-script"]'),open=names.length,started;
function settle(){if(--open===0)d.dispatchEvent(new Event('docs:scripts-settled'))}
function load(){names.forEach(function(name){
var script=d.createElement('script');script.src=name.content;script.async=false;script.fetchPriority='low';
script.onload=script.onerror=settle;d.head.append(script)});
setTimeout(function(){'a'.localeCompare('b')})}
function style(){d.querySelectorAll('style[data-docs-sheet]').forEach(function(early){
var sheet=d.createElement('link');sheet.rel='stylesheet';sheet.href=early.getAttribute('data-docs-sheet');
sheet.media='print';sheet.fetchPriority='high';
sheet.onload=function(){sheet.sheet.media.mediaText='all';early.disabled=true};early.after(sheet)})}
function start(){if(!started){started=true;style();setTimeout(load)}}
if(d.hidden)start();else{
try{new PerformanceObserver(function(list){
if(list.getEntriesByName('first-contentful-paint').length)start()}).observe({type:'paint',buffered:true})}catch(e){}
setTimeout(start,1000)}
})()`.replaceAll('\n', '');

const scriptTag = /<script src="?([^"\s>]+)"? defer(?:="")?><\/script>/g;

/** A script that blocks the parser. `async` scripts, such as the Google tag, do not. */
const blockingScript = /<script\b(?![^>]*\sasync\b)[^>]*\ssrc=[^>]*>/;

/** How the framework's base-URL banner waits. With deferred scripts, it would run too early. */
const bannerWait =
  'document.addEventListener("DOMContentLoaded",function(){void 0===window.docusaurus';

/**
 * Defers a page's scripts until after its first paint, so that the text appears first. Pages are complete without
 * scripts, so they look the same before and after.
 * @throws Error if the page has no deferred script, or a script that is not deferred: the framework's template has changed
 */
export function deferScripts(html: string): string {
  let count = 0;
  const rewritten = html.replaceAll(scriptTag, (_tag, url: string) => {
    count += 1;
    return `<meta name="docs-script" content="${url}">`;
  });
  if (count === 0) throw new Error('no <script src defer> found: the page template has changed');
  const [left] = blockingScript.exec(rewritten) ?? [];
  if (left !== undefined) throw new Error(`${left} is not deferred: the page template has changed`);
  if (html.includes('base-url-issue-banner') && !html.includes(bannerWait)) {
    throw new Error('the base-URL banner waits in another way: the framework has changed');
  }
  const page = rewritten.replace(
    bannerWait,
    bannerWait.replace('DOMContentLoaded', 'docs:scripts-settled'),
  );
  return `${page}<script>${loader}</script>`;
}
