import React, { type ReactNode } from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';

/** Link to the issue form of the repository; nothing when none is configured (`ISSUES_URL`). */
export default function ReportProblem(): ReactNode {
  const { permalink } = useDoc().metadata;
  const { reportUrl } = useDocusaurusContext().siteConfig.customFields as Record<string, string>;
  return reportUrl ? (
    <p className="report-problem margin-top--lg">
      <a href={reportUrl + encodeURIComponent(permalink)}>Report a problem with this page</a>
    </p>
  ) : null;
}
