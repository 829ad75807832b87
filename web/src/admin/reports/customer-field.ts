import * as z from 'zod/mini'
import type { RadioOption } from '../../patterns/RadioList.tsx'
import { initialFacility } from './report-queries.ts'

/** The customer of a form; its name is kept for where the list does not show it. */
export const customerShape = { facilityCd: z.string(), customerId: z.nullable(z.custom<RadioOption>()) }

/** The customer that a form begins with. */
export const initialCustomer = (facilities: readonly { facilityCd: string }[]) => ({
  facilityCd: initialFacility(facilities),
  customerId: null as RadioOption | null,
})

/** RPTS-071: a customer must be chosen. */
export const customerCheck = <Values extends { customerId: RadioOption | null }>() =>
  z.refine<Values>(({ customerId }) => customerId !== null, { error: 'report_customer_missing', path: ['customerId'] })
