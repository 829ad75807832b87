import { placeholdersIn, sampleValues, textProblem } from '@portico/contract/text-rules.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { useTexts } from '../../api/texts.ts'
import classes from './ResourceTexts.module.css'

/** A wording with its placeholders filled in. */
const filled = (wording: string, count: number) => formatMessage(wording, sampleValues(wording, count) as never)

/** The shipped text and a wording of it side by side, as users would read them; plurals for one and for several. */
export function TextPreviews({ shipped, wording }: { shipped: string; wording: string }) {
  const t = useTexts(resourceTextTexts)
  const problem = textProblem(shipped, wording)
  const isPlural = placeholdersIn(shipped).some((placeholder) => placeholder.isPlural)
  const counts = isPlural ? [1, 3] : [3]
  return (
    <section aria-label={t.text_preview}>
      {counts.map((count) => (
        <div key={count}>
          {isPlural && <p className={classes['quiet']}>{formatMessage(t.text_preview_count, { count })}</p>}
          <dl className={classes['previews']}>
            <div>
              <dt>{t.text_preview_shipped}</dt>
              <dd>{filled(shipped, count)}</dd>
            </div>
            <div>
              <dt>{t.text_preview_own}</dt>
              <dd>{problem?.kind === 'braces' ? wording : filled(wording, count)}</dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  )
}
