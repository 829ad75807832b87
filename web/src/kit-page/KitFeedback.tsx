import { FailureAlert } from '../patterns/FailureAlert.tsx'
import { LoadFailure } from '../patterns/LoadFailure.tsx'
import { ManagedText } from '../patterns/ManagedLine.tsx'
import { RequestStateDot } from '../patterns/RequestStateDot.tsx'
import { Badge } from '../ui/Badge.tsx'
import { LicenseText } from '../patterns/LicenseText.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Alert } from '../ui/Alert.tsx'
import { SafeHtml } from '../ui/SafeHtml.tsx'
import { Skeleton, SkeletonLines } from '../ui/Skeleton.tsx'
import { StatusDot } from '../ui/StatusDot.tsx'
import classes from './KitPage.module.css'

const html =
  '<h3>Maintenance on Sunday</h3><p>The portal is <strong>away</strong> from 2 to 4. See <a href="https://example.org">the plan</a>.</p>' +
  '<ul><li>Reports are late</li><li>Downloads stop</li></ul><blockquote>We are sorry.</blockquote>'

/** Components that show a state or a result. */
export function KitFeedback() {
  return (
    <>
      <div className={classes['group']}>
        <Alert tone="error" live={false} action={<Button size="s">Try again</Button>}>
          The application could not be opened. Please try again.
        </Alert>
        <Alert tone="warning" title="Maintenance" live={false}>
          The portal is away on Sunday from 2 to 4.
        </Alert>
        <Alert tone="success" live={false}>
          Your changes have been saved
        </Alert>
        <Alert tone="info" live={false}>
          You have signed out.
        </Alert>
      </div>
      <div className={classes['group']}>
        <div className={classes['row']}>
          <Badge>Draft</Badge>
          <Badge tone="info">Promotional</Badge>
          <Badge tone="warning">Operational</Badge>
          <Badge tone="success">Published</Badge>
          <Badge tone="error">Locked</Badge>
        </div>
        <div className={classes['row']}>
          <StatusDot tone="success">Active</StatusDot>
          <StatusDot tone="warning">Inactive</StatusDot>
          <StatusDot tone="error">Locked</StatusDot>
          <StatusDot tone="info">In review</StatusDot>
          <StatusDot tone="neutral">Deleted</StatusDot>
          <RequestStateDot state="in-review" />
        </div>
      </div>
      <div className={classes['group']}>
        <ManagedText>Managed by configuration files. Changes made here are overwritten by the next apply.</ManagedText>
      </div>
      <div className={classes['group']}>
        <LoadFailure message="We couldn’t load the history." onRetry={() => undefined} />
        <FailureAlert
          failure={{
            message: 'The portal may have been updated after you opened it.',
            reload: { label: 'Try again', run: () => undefined },
          }}
        />
      </div>
      <div className={classes['group']}>
        <SafeHtml html={html} />
      </div>
      <div className={classes['group']}>
        <LicenseText title="License agreement" html={html} language="en" />
      </div>
      <div className={classes['group']}>
        <Skeleton height="96px" radius="8px" />
        <SkeletonLines lines={3} />
      </div>
      <div className={classes['group']}>
        <EmptyState
          drawing="search"
          title="No applications match your search."
          hint="Try a shorter search term, or clear the search."
          action={<Button>Clear search</Button>}
        />
      </div>
    </>
  )
}
