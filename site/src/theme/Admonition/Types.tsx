/**
 * Replaces the theme's table of admonition types with those that pages use. An admonition of any other type fails the build:
 * add its type here.
 */
import AdmonitionTypeNote from '@theme/Admonition/Type/Note';
import AdmonitionTypeTip from '@theme/Admonition/Type/Tip';
import AdmonitionTypeWarning from '@theme/Admonition/Type/Warning';

export default {
  note: AdmonitionTypeNote,
  tip: AdmonitionTypeTip,
  warning: AdmonitionTypeWarning,
};
