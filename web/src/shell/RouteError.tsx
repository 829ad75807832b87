import { onlineManager } from '@tanstack/react-query'
import { useParentMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { ApiError, isChunkLoadError } from '../api/call.ts'
import { reportError } from '../api/client-log.ts'
import { useTexts } from '../api/texts.ts'
import { messageOfMissingPart } from '../patterns/run-action.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { NotFoundContent } from './NotFoundPage.tsx'
import classes from './RouteError.module.css'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'

/**
 * Replaces a page that failed to render: tells the user what to do, and reports the error to the server. What a page
 * was to show and the server does not have is no error, and trying again would not help.
 */
export function RouteError({ error }: ErrorComponentProps) {
  const isInFrame = useParentMatches({
    select: (above) => above.some(({ routeId }) => routeId === '/content-authenticated'),
  })
  // The frame already has a main landmark.
  const Container = isInFrame ? 'div' : 'main'
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Container className={classes['page']}>
      {isGone ? <NotFoundContent message={error.message} /> : <FailedPage error={error} />}
    </Container>
  )
}

function FailedPage({ error }: { error: unknown }) {
  const { try_again: tryAgain } = useTexts(generalTexts)
  const { error_title: title } = useTexts(shellTexts)
  const message = useErrorMessage(error)
  const router = useRouter()
  const retry = useCallback(() => {
    if (isChunkLoadError(error)) location.reload()
    else void router.invalidate()
  }, [error, router])
  useRetryOnReconnect(error, retry)
  return (
    <>
      {/* The page that was opened, or the button that tried again, is not there to have the focus. */}
      <h1 className={classes['title']} ref={focusOnMount} tabIndex={-1}>
        {title}
      </h1>
      <EmptyState
        drawing="cloud"
        compact
        title={message}
        action={
          <Button kind="primary" icon="refresh" onClick={retry}>
            {tryAgain}
          </Button>
        }
        live
      />
      {error instanceof ApiError && error.requestId !== null && <ErrorReference id={error.requestId} />}
    </>
  )
}

/** Tries again by itself once there is a network, where the page failed for want of one. */
function useRetryOnReconnect(error: unknown, retry: () => void) {
  const isOfNetwork = isChunkLoadError(error) || (error instanceof ApiError && error.status === 0)
  useEffect(() => {
    if (!isOfNetwork) return undefined
    return onlineManager.subscribe((isOnline) => isOnline && retry())
  }, [isOfNetwork, retry])
}

/** Reports the error to the server; returns the message, which mentions the report once it arrived. */
function useErrorMessage(error: unknown): string {
  const { error_hint: hint, error_reported: reported } = useTexts(shellTexts)
  const router = useRouter()
  const [outcome, setOutcome] = useState<{ error: unknown; arrived: boolean } | null>(null)
  useEffect(() => {
    void reportError(error, router.state.location.pathname).then((arrived) => setOutcome({ error, arrived }))
  }, [error, router])
  const arrived = outcome !== null && outcome.error === error ? outcome.arrived : undefined
  if (error instanceof ApiError) return error.message
  const isOffline = arrived === false || !onlineManager.isOnline()
  if (isChunkLoadError(error) && (arrived || isOffline)) return messageOfMissingPart(!isOffline)
  return arrived ? `${reported} ${hint}` : hint
}

/** The request id, by which the failed call is found in the server's log. */
function ErrorReference({ id }: { id: string }) {
  const t = useTexts(shellTexts)
  const { copied, copy_refused: failed } = useTexts(generalTexts)
  return (
    <p className={classes['reference']}>
      {t.error_reference} <code>{id}</code>
      <CopyButton
        kind="quiet"
        size="s"
        text={id}
        label={t.error_reference_copy}
        doneLabel={copied}
        failedLabel={failed}
      />
    </p>
  )
}
