import { exactNumbersIn, placeholdersIn, sampleValues, textProblem } from '@portico/contract/texts/text-rules.ts'
import { formatMessage as formatMessageIn } from '@portico/contract/texts/format-message.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import { resourceTextTexts } from '@portico/contract/texts/resource-text-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import classes from './ResourceTexts.module.css'

/** A wording with its placeholders filled in, by the rules of its own language. */
const filled = (wording: string, language: Language, count: number) =>
  formatMessageIn(wording, sampleValues(wording, count) as never, language)

interface TextPreviewsProps {
  shipped: string
  wording: string
  language: Language
}

/**
 * The shipped text and a wording of it side by side, as users would read them; plurals for one and for several, and for
 * each number with words of its own.
 */
export function TextPreviews({ shipped, wording, language }: TextPreviewsProps) {
  const t = useTexts(resourceTextTexts)
  const problem = textProblem(shipped, wording)
  const isPlural = placeholdersIn(shipped).some((placeholder) => placeholder.isPlural)
  const counts = isPlural ? [...new Set([...exactNumbersIn(shipped), ...exactNumbersIn(wording), 1, 3])] : [3]
  return (
    <section aria-label={t.text_preview}>
      {counts.map((count) => (
        <div key={count}>
          {isPlural && <p className={classes['quiet']}>{formatMessage(t.text_preview_count, { count })}</p>}
          <dl className={classes['previews']}>
            <div>
              <dt>{t.text_preview_shipped}</dt>
              <dd lang={language}>{filled(shipped, language, count)}</dd>
            </div>
            <div>
              <dt>{t.text_preview_own}</dt>
              <dd lang={language}>{problem?.kind === 'braces' ? wording : filled(wording, language, count)}</dd>
            </div>
          </dl>
        </div>
      ))}
    </section>
  )
}
