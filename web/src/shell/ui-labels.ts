import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { onTextsChange, texts } from '../api/texts.ts'
import { setUiLabels } from '../ui/labels.ts'

/** Names the parts of the interface that have no text of their own, now and after each change of texts. */
export function keepUiLabels(): () => void {
  const name = () => {
    const { close, messages_region: messages } = texts(generalTexts)
    setUiLabels({ close, messages })
  }
  name()
  return onTextsChange(name)
}
