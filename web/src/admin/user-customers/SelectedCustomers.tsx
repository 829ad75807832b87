import { useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { formatInstant } from '../../ui/format.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { Customer } from './customers-form.ts'
import classes from './CustomersPanel.module.css'

const PAGE = 50

interface SelectedCustomersProps {
  customers: readonly Customer[]
  onRemove: (id: string) => void
}

/** The selected customers, wherever they stand in the tree. */
export function SelectedCustomers({ customers, onRemove }: SelectedCustomersProps) {
  const t = useTexts(userCustomerTexts)
  const { tree_more: more } = useTexts(formTexts)
  const [shown, setShown] = useState(PAGE)
  if (customers.length === 0) return <p className={classes['help']}>{t.customers_selected_none}</p>
  const rest = customers.length - shown
  return (
    <section aria-label={t.customers_selected_list}>
      <h2 className={classes['count']}>{formatMessage(t.customers_selected, { count: customers.length })}</h2>
      <ul className={classes['list']}>
        {customers.slice(0, shown).map(({ id, name, place, endsAt, sets }) => (
          <li key={id} className={classes['item']}>
            <span className={classes['place']}>
              {place}
              {endsAt !== '' && (
                <small> {formatMessage(t.customers_until, { end: formatInstant(new Date(endsAt)) })}</small>
              )}
              {sets !== undefined && <small> {formatMessage(t.customers_by_set, { set: sets })}</small>}
            </span>
            <IconButton
              icon="close"
              size="s"
              label={formatMessage(t.customers_remove, { name })}
              onClick={() => onRemove(id)}
            />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button size="s" onClick={() => setShown(shown + 2 * PAGE)}>
          {formatMessage(more, { count: Math.min(rest, 2 * PAGE), total: customers.length })}
        </Button>
      )}
    </section>
  )
}
