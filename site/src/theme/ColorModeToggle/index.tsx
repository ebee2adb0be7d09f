import React, { type ReactNode } from 'react';
import clsx from 'clsx';
import useIsBrowser from '@docusaurus/useIsBrowser';
import IconDarkMode from '@theme/Icon/DarkMode';
import IconLightMode from '@theme/Icon/LightMode';
import type { Props } from '@theme/ColorModeToggle';
import styles from './styles.module.css';

/**
 * Replaces the theme's button, which is disabled until React has hydrated the page and then has the wrong name in light mode:
 * hydration does not change attributes of the HTML. `boot/early-input` handles the button until then.
 */
export default function ColorModeToggle({
  className,
  buttonClassName,
  value,
  onChange,
}: Props): ReactNode {
  const mode = useIsBrowser() ? value : 'dark';
  const name = `Switch between dark and light mode (currently ${mode} mode)`;
  return (
    <div className={clsx(styles.toggle, className)}>
      <button
        className={clsx('clean-btn', styles.button, buttonClassName)}
        type="button"
        title={name}
        aria-label={name}
        aria-live="polite"
        aria-pressed={mode === 'dark'}
        data-early="color-mode"
        onClick={() => onChange(mode === 'dark' ? 'light' : 'dark')}
      >
        <IconLightMode className={styles.light} />
        <IconDarkMode className={styles.dark} />
      </button>
    </div>
  );
}
