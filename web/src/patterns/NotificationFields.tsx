import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { CheckField } from '../ui/CheckField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { Form } from './use-form.ts'

type Fields = Form<Record<string, unknown>>

interface NotificationTypesProps {
  types: readonly { notificationTypeId: number; notificationTypeNm: string }[]
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
  /** Explains the choice of a type, if it needs that. */
  helpOf?: (notificationTypeId: number) => string | undefined
}

/** A check box for each notification type. */
export function NotificationTypes({ types, chosen, onChoose, helpOf }: NotificationTypesProps) {
  return types.map(({ notificationTypeId: id, notificationTypeNm }) => (
    <CheckField
      key={id}
      label={notificationTypeNm}
      checked={chosen.includes(id)}
      onChange={(isOn) =>
        // In one order, so that choosing the same types again changes nothing.
        onChoose(isOn ? [...chosen, id].toSorted((one, other) => one - other) : chosen.filter((other) => other !== id))
      }
      help={helpOf?.(id)}
    />
  ))
}

interface TextMessageFieldsProps {
  consent: ReturnType<Fields['check']>
  consentHelp?: string
  phone: ReturnType<Fields['field']>
  phoneHelp: string
  /** True where users enter their own number. */
  isOwnPhone?: boolean
  carrier: ReturnType<Fields['field']>
  carriers: readonly { smsCarrierId: number; smsCarrierNm: string }[]
  /** Class of the grid that holds number and carrier. */
  gridClass: string | undefined
}

/** What text messages need: consent, number and carrier (UADM-119..121). */
export function TextMessageFields(props: TextMessageFieldsProps) {
  const { consent, consentHelp, phone, phoneHelp, isOwnPhone = false, carrier, carriers, gridClass } = props
  const { select_one: selectOne } = useTexts(generalTexts)
  return (
    <>
      <CheckField {...consent} help={consentHelp} />
      <div className={gridClass}>
        <TextField {...phone} type="tel" help={phoneHelp} autoComplete={isOwnPhone ? 'tel' : 'off'} />
        <SelectField
          {...carrier}
          options={[
            { value: '', label: selectOne },
            ...carriers.map(({ smsCarrierId, smsCarrierNm }) => ({ value: String(smsCarrierId), label: smsCarrierNm })),
          ]}
        />
      </div>
    </>
  )
}
