import { uploadTexts } from '@portico/contract/texts/upload-texts.ts'
import { formatMessage, type Texts, useTexts } from '../api/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Progress } from '../ui/Progress.tsx'
import classes from './UploadModal.module.css'
import { isUploadUnderWay, type UploadItem, type UploadState } from './use-uploads.ts'

/** One upload: progress, result, and a cancel button. */
export function UploadRow({ item, onCancel }: { item: UploadItem<unknown>; onCancel: () => void }) {
  const t = useTexts(uploadTexts)
  const { file, state } = item
  const { name } = file
  return (
    <li className={classes['item']} data-state={state.at}>
      <span className={classes['words']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['state']} role={state.at === 'failed' ? 'alert' : undefined}>
          {wordsOf(state, t)}
        </span>
        {state.at === 'sending' && (
          <Progress
            label={formatMessage(t.upload_progress_of, { name })}
            fraction={state.share}
            valueText={wordsOf(state, t)}
          />
        )}
      </span>
      {isUploadUnderWay(item) && (
        <IconButton label={formatMessage(t.upload_cancel_of, { name })} icon="close" onClick={onCancel} />
      )}
    </li>
  )
}

function wordsOf(state: UploadState<unknown>, t: Texts<typeof uploadTexts>): string {
  switch (state.at) {
    case 'waiting':
      return t.upload_waiting
    case 'sending':
      return state.share >= 1
        ? t.upload_checking
        : formatMessage(t.upload_sending, { percent: Math.floor(state.share * 100) })
    case 'done':
      return t.upload_done
    case 'canceled':
      return t.upload_canceled
    case 'exists':
    case 'failed':
      return state.message
  }
}
