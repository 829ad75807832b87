import { VisuallyHidden } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { useTexts } from '../api/texts.ts'
import classes from './OfflineLine.module.css'

const isOnline = () => onlineManager.isOnline()
const subscribe = (observer: () => void) => onlineManager.subscribe(observer)

/** Says at the foot of the page that there is no network, and to screen readers when there is one again. */
export function OfflineLine() {
  const t = useTexts(shellTexts)
  const online = useSyncExternalStore(subscribe, isOnline)
  const [wasOffline, setWasOffline] = useState(false)
  if (!online && !wasOffline) setWasOffline(true)
  return (
    <div role="status" className={classes['line']}>
      {!online && <p className={classes['words']}>{t.offline_line}</p>}
      {online && wasOffline && <VisuallyHidden>{t.offline_over}</VisuallyHidden>}
    </div>
  )
}
