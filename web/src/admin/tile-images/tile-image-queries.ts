import { listTileImages, tileImageList } from '@portico/contract/home/tile-images.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

const search = listSearch(tileImageList, { name: 'nm' })

export const tileImagePages = screenList({
  search,
  page: (uid, values) => pageQuery(listTileImages, { params: { uid }, query: search.query(values) }),
})
