import { ListCard } from '../../patterns/ListCard.tsx'
import { LoadingRows } from '../../patterns/LoadingRows.tsx'

/** Stands in the place of a category with a screen of its own, which loads. */
export const LoadingCategory = () => (
  <ListCard>
    <LoadingRows />
  </ListCard>
)
