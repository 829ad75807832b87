import * as z from 'zod/mini'
import type { RadioOption } from '../../patterns/RadioList.tsx'

/** The customer of a form; its name is kept for where the list does not show it. */
export const customerShape = { facilityCd: z.string(), customerId: z.nullable(z.custom<RadioOption>()) }

/** RPTS-071: a customer must be chosen. */
export const customerCheck = <Values extends { customerId: RadioOption | null }>() =>
  z.refine<Values>(({ customerId }) => customerId !== null, { error: 'report_customer_missing', path: ['customerId'] })
