import { uiLabels } from './labels.ts'
import { EmptyState } from './EmptyState.tsx'
import { Icon } from './Icon.tsx'
import { toneIcons } from './Alert.tsx'
import { Modal } from './Modal.tsx'
import { formatTime } from './format.ts'
import classes from './RecentMessages.module.css'
import { useToasts } from './Toasts.tsx'

interface RecentMessagesProps {
  opened: boolean
  onClose: () => void
  title: string
  /** Shown while there are no messages. */
  emptyText: string
  closeLabel?: string
}

/** The last toasts of this page, for users who could not read them in time. */
export function RecentMessages({
  opened,
  onClose,
  title,
  emptyText,
  closeLabel = uiLabels().close,
}: RecentMessagesProps) {
  const { recent } = useToasts()
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="s" closeLabel={closeLabel}>
      {recent.length === 0 && <EmptyState compact drawing="list" title={emptyText} />}
      <ul className={classes['list']}>
        {recent.map(({ id, tone, text, at }) => (
          <li key={id} className={classes['message']} data-tone={tone}>
            <Icon name={toneIcons[tone]} />
            <span className={classes['words']}>{text}</span>
            <time className={classes['time']} dateTime={at.toISOString()}>
              {formatTime(at)}
            </time>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
