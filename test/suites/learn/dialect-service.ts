import { type UseCase, useCases } from '../../../src/entities/use-case.js';
import { isRecord } from '../../../src/json.js';
import type { LearnOptions } from '../../../src/learn/run.js';
import { createRandom } from '../../../src/random.js';

/** A value in a JSON object. */
type Fields = Record<string, unknown>;
type Fetch = NonNullable<LearnOptions['fetch']>;

const lists = ['orders', 'goodsReceipts', 'actionLogs'] as const;
const listAt: Readonly<Record<string, (typeof lists)[number]>> = {
  'GET /orders': 'orders',
  'GET /orders/action-logs': 'actionLogs',
  'GET /inventory/goods-receipts': 'goodsReceipts',
};
const orderLists = ['payments', 'appliedDiscounts', 'options'] as const;
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

/**
 * A service that is written from the API specification alone. What the specification leaves open is drawn for each list, endpoint
 * and case. Half of the time, they all do the same.
 */
export function createDialectService(seed: number) {
  const random = createRandom(seed);
  const one = <const T>(...values: readonly [T, ...T[]]): T => random.pick(values);
  function each<const P extends string, const T>(places: readonly P[], ...values: readonly [T, ...T[]]) {
    const common = random.next() < 0.5 ? one(...values) : undefined;
    const drawn = places.map((place) => [place, common ?? one(...values)] as const);
    // A tuple of names is not kept by fromEntries.
    return Object.fromEntries(drawn) as Record<P, T>;
  }

  const dialect = {
    cursorParam: each(lists, 'cursor', 'after', 'pageToken', 'position'),
    // Link is a header.
    nextField: each(lists, 'next', 'next', 'nextCursor', 'page.after', 'Link'),
    cursorForm: each(lists, 'text', 'number', 'url'),
    nextOnLastPage: each(lists, 'null', 'absent', 'false'),
    emptyPages: each(lists, 'list', 'null', 'absent'),
    wrapper: each(lists, 'data', 'data', 'records', 'result.items'),
    // An empty name is a bare array.
    otherWrapper: each(['channels', 'log'], '', 'data', 'records'),
    sparsePages: each(lists, true, false),
    bounds: each(lists, 'inclusive', 'exclusive', 'half-open'),
    isStable: one(true, true, false),
    sorting: one('oldest-first', 'newest-first', 'shuffled'),
    rangeRequired: each(['from', 'to'], true, false),
    filteredBy: one('created', 'updated', 'completed'),
    hiddenById: one('none', 'partner-aggregated', 'of another key'),
    emptyLists: each(orderLists, 'empty', 'null', 'absent'),
    emptyFields: each(['order', 'items', 'payments', 'receipt'], 'null', 'absent'),
    undocumentedFields: each(['orders', 'channels', 'discounts'], true, false),
    fieldErrors: each([...lists, 'menus', 'writes'], 'list', 'record', 'none'),
    rounding: one(0, 0.01),
    ids: one('text', 'text', 'number'),
    createdIn: one('', 'data', 'order'),
    unknownChannelType: one(400, 404, 200),
    percentDiscounts: one(true, false),
    checksBodyFirst: one(true, false),
    access: each(useCases, 'all', 'own'),
    dineInOrders: one(true, false),
    partnerInfoRequired: each(['partner', 'dine-in'], true, false),
    endedStatus: each(['cancelled', 'complete'], 400, 409),
    cancelBy: one('creator', 'use case', 'any'),
    foreignStatus: one(403, 404),
    ruleStatus: each(['combined', 'partnerName'], 400, 409, 422),
    replays400: each(['/orders', '/orders/reservations', '/orders/import', '/base-menus'], true, false),
    concurrent: one('waits', 'conflict'),
    windows: one('fixed', 'first request'),
    phase: one(137, 500),
    retryAfter: one('rounded-up', 'zero'),
  };

  type Dialect = typeof dialect;

  /** Returns the value that all places have. */
  const agreed = <T>(places: Readonly<Record<string, T>>): T | undefined => {
    const values = [...new Set(Object.values(places))];
    return values.length === 1 ? values[0] : undefined;
  };

  /** Returns the value that all lists have, and that of each list, such as `bounds.orders`. */
  const ofEachList = (values: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Fields =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, places]) => [
        [name, agreed(places)],
        ...Object.entries(places).map(([list, value]) => [`${name}.${list}`, value]),
      ]),
    );

  function truthOf(drawn: Dialect): Fields {
    const { cancelBy, emptyLists, fieldErrors, otherWrapper, partnerInfoRequired, unknownChannelType } =
      drawn;
    const other = agreed(otherWrapper);
    const hasFields =
      otherWrapper.channels === drawn.wrapper.orders && otherWrapper.log === drawn.wrapper.actionLogs;
    const errors = agreed(fieldErrors);
    const { cursorParam, emptyPages, bounds } = drawn;
    // A cursor in a header has no field.
    const inField = <T>(places: Record<(typeof lists)[number], T>) =>
      Object.fromEntries(
        lists.map((list) => [list, drawn.nextField[list] === 'Link' ? undefined : places[list]]),
      );
    const [cursorForm, nextOnLastPage] = [inField(drawn.cursorForm), inField(drawn.nextOnLastPage)];
    const nextField = inField(drawn.nextField);
    const sparsePages = Object.fromEntries(lists.map((list) => [list, drawn.sparsePages[list] || undefined]));
    const perList = { cursorParam, cursorForm, nextOnLastPage, emptyPages, bounds, nextField, sparsePages };
    return {
      ...ofEachList({ ...perList, wrapper: drawn.wrapper }),
      bareLists: other === '' ? true : hasFields ? false : undefined,
      orderSorting: drawn.isStable ? drawn.sorting : undefined,
      orderRangeRequired: agreed(drawn.rangeRequired),
      ordersFilteredBy: drawn.filteredBy === 'completed' ? undefined : drawn.filteredBy,
      listsPartnerAggregated: drawn.hiddenById === 'partner-aggregated' || undefined,
      emptyLists: agreed(emptyLists),
      emptyFields: agreed(drawn.emptyFields),
      'emptyFields.orders': agreed({ ...drawn.emptyFields, receipt: drawn.emptyFields.order }),
      'emptyFields.goodsReceipts': drawn.emptyFields.receipt,
      undocumentedFields: agreed(drawn.undocumentedFields),
      fieldErrors: errors === 'none' ? undefined : errors,
      headerDifference: drawn.rounding === 0 ? 0 : undefined,
      menuWrapper: false,
      unknownChannelTypeStatus: unknownChannelType === 200 ? undefined : unknownChannelType,
      discountField: drawn.percentDiscounts ? undefined : 'amount',
      dineInOrders: drawn.dineInOrders,
      partnerInfoRequired: drawn.dineInOrders ? agreed(partnerInfoRequired) : partnerInfoRequired.partner,
      endedOrderStatus: agreed(drawn.endedStatus),
      foreignOrderStatus: cancelBy === 'creator' ? drawn.foreignStatus : false,
      foreignReservationStatus: drawn.foreignStatus,
      reservationRuleStatus: agreed(drawn.ruleStatus),
      replaysValidationErrors: agreed(drawn.replays400) || undefined,
      concurrentDuplicate: drawn.concurrent,
      windowPhase: drawn.windows === 'fixed' ? drawn.phase : undefined,
      retryAfter: drawn.retryAfter,
    };
  }

  const idOf = (number: number) => (dialect.ids === 'number' ? number : String(number));
  const [partner, table, menuItem] = [idOf(1), idOf(2), idOf(3)];
  const now = Date.now();
  const orders: Fields[] = Array.from({ length: 130 }, (_, index) => {
    const created = now - (131 - index) * 5 * hour + random.integer(0, 999);
    return {
      id: idOf(1_000 + index),
      status: index % 7 === 3 ? 'cancelled' : 'complete',
      channelId: index % 3 === 0 ? partner : table,
      guestCount: index % 3 === 1 ? 2 : undefined,
      partnerInfo: index % 3 === 0 ? { partnerChannel: 'foodie', orderId: `p-${index}` } : undefined,
      items: [
        {
          menuItemId: menuItem,
          quantity: 1,
          customerName: index % 2 ? 'Ann' : undefined,
          options: index % 4 ? [] : [{ optionId: 'x', quantity: 1 }],
        },
      ],
      payments:
        index % 5 === 0
          ? []
          : [
              {
                offlineMethod: 'card',
                amount: 9.5,
                currency: 'EUR',
                externalId: index % 2 ? 'e' : undefined,
                created: iso(created),
              },
            ],
      appliedDiscounts: index % 6 === 0 ? [{ name: 'Happy hour', amount: 1 }] : [],
      times: {
        created,
        completed: created + 0.4 * hour,
        updated: created + (index % 7 === 3 ? 2 : 0.4) * hour,
      },
    };
  });
  const receipts = Array.from({ length: 60 }, (_, index) => ({
    id: idOf(2_000 + index),
    status: index % 9 ? 'completed' : 'draft',
    created: iso(now - (61 - index) * 11 * hour + random.integer(0, 999)),
    items: [4.5, 5.5].map((totalPrice) => ({ totalPrice, taxAmount: 0.7, discountAmount: 0 })),
    totalPrice: 10 + (index > 50 ? dialect.rounding : 0),
    tax: 1.4,
    total: index % 4 ? 11.4 + (index > 50 ? dialect.rounding : 0) : undefined,
  }));
  const logOf = (order: Fields): Fields[] => {
    const times = isRecord(order.times) ? Object.values(order.times).map(Number) : [];
    const entries = [...new Set(times)].sort((one, other) => other - one);
    return entries.map((time) => ({
      action: 'order.changed',
      actor: { type: 'staff' },
      metadata: { orderId: order.id },
      created: iso(time),
    }));
  };
  const created = new Map<string, { by: string; order: Fields }>();
  const idempotent = new Map<string, { body: string; response: Promise<Response> }>();
  const finished = new WeakSet<Promise<Response>>();
  const windows = new Map<string, { end: number; count: number }>();

  const shapeOf = (place: keyof typeof dialect.emptyFields, record: Fields): Fields =>
    Object.fromEntries(
      Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
        if (value === undefined) return dialect.emptyFields[place] === 'null' ? [[name, null]] : [];
        const list = orderLists.find((known) => known === name);
        if (list === undefined || !Array.isArray(value) || value.length > 0) return [[name, value]];
        const form = dialect.emptyLists[list];
        return form === 'absent' ? [] : [[name, form === 'null' ? null : []]];
      }),
    );
  const partsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
  const showOrder = ({ times: _, ...order }: Fields): Fields => {
    const { undocumentedFields: more } = dialect;
    return shapeOf('order', {
      ...order,
      ...(more.orders && { total: 9.5 }),
      items: partsOf(order.items).map((item) => shapeOf('items', item)),
      payments: partsOf(order.payments).map((payment) => shapeOf('payments', payment)),
      appliedDiscounts: partsOf(order.appliedDiscounts).map(({ name, ...other }) => ({
        name,
        ...(more.discounts && other),
      })),
    });
  };
  /** Returns an object with a value at a path, such as `result.items`. */
  const at = (path: string, value: unknown): Fields => {
    const [name = '', inner] = path.split('.');
    return { [name]: inner === undefined ? value : { [inner]: value } };
  };
  const reply = (status: number, body: unknown, headers?: Record<string, string>) =>
    Response.json(body, { status, headers: headers ?? {} });
  const fail = (status: number, place: keyof typeof dialect.fieldErrors = 'writes', field?: string) => {
    const form = field === undefined ? 'none' : dialect.fieldErrors[place];
    const errors = form === 'list' ? [{ field, message: 'is invalid' }] : { [field ?? '']: ['is invalid'] };
    return reply(status, {
      code: status,
      message: 'The request failed.',
      ...(form !== 'none' && { errors }),
    });
  };
  const wrap = (place: keyof typeof dialect.otherWrapper, records: readonly Fields[]) => {
    const name = dialect.otherWrapper[place];
    return name === '' ? records : { [name]: records };
  };

  function list(
    name: (typeof lists)[number],
    records: readonly Fields[],
    timeOf: (record: Fields) => number,
    url: URL,
  ): Response {
    const query = url.searchParams;
    const [from, to] = ['from', 'to'].map((bound) => {
      const isOptional = name === 'orders' && !dialect.rangeRequired[bound === 'from' ? 'from' : 'to'];
      return query.has(bound)
        ? Date.parse(query.get(bound) ?? '')
        : isOptional
          ? now - (bound === 'from' ? 30 * 24 * hour : 0)
          : Number.NaN;
    });
    if (from === undefined || to === undefined || Number.isNaN(from - to)) return fail(400, name, 'from');
    if (to - from > 31 * 24 * hour) return fail(400, name, 'to');
    const form = dialect.bounds[name];
    // A bound can have a fraction of a millisecond.
    const isLater = /\.\d{4,}Z/.test(query.get('from') ?? '');
    const found = records.filter((record) => {
      const time = timeOf(record);
      return (
        (time > from || (time === from && form !== 'exclusive' && !isLater)) &&
        (time < to || (time === to && form === 'inclusive'))
      );
    });
    const param = dialect.cursorParam[name];
    const offset = Number(query.get(param)?.slice(1) ?? 0);
    const size = dialect.sparsePages[name] && offset % 2 === 0 ? 7 : 25;
    const isTurned = !dialect.isStable && name === 'orders' && !query.has(param) && found.length > 25;
    const start = isTurned ? random.integer(0, found.length - 25) : offset;
    const page = found.slice(start, start + size);
    const isLast = offset + size >= found.length;
    const cursor = {
      text: `1${offset + size}`,
      number: Number(`1${offset + size}`),
      url: `/api/v1${url.pathname}?${param}=1${offset + size}`,
    };
    const last = { null: null, absent: undefined, false: false }[dialect.nextOnLastPage[name]];
    const next = isLast ? last : cursor[dialect.cursorForm[name]];
    const shown =
      page.length > 0 ? page : { list: [], null: null, absent: undefined }[dialect.emptyPages[name]];
    const nextField = dialect.nextField[name];
    const body = at(dialect.wrapper[name], shown);
    if (nextField !== 'Link') return reply(200, { ...body, ...at(nextField, next) });
    return reply(200, body, isLast ? {} : { link: `<${cursor.url}>; rel="next"` });
  }

  function get(path: string, url: URL, useCase: UseCase): Response {
    const [, id = '', log] = /^\/orders\/([^/]+)(\/action-log)?$/.exec(path) ?? [];
    const sorted = {
      'oldest-first': orders,
      'newest-first': orders.toReversed(),
      shuffled: orders.toSorted(
        (first, second) => ((Number(first.id) * 37) % 131) - ((Number(second.id) * 37) % 131),
      ),
    };
    if (path === '/channels') {
      const more = dialect.undocumentedFields.channels ? { name: 'A channel' } : {};
      return reply(
        200,
        wrap('channels', [
          { id: partner, type: 'partner', ...more },
          { id: table, type: 'dine-in', ...more },
        ]),
      );
    }
    if (path === '/menus') {
      const type = url.searchParams.get('channelType');
      if (type === null) return fail(400, 'menus', 'channelType');
      const isUnknown = type !== 'partner' && type !== 'dine-in';
      if (isUnknown && dialect.unknownChannelType !== 200) return fail(dialect.unknownChannelType);
      return reply(200, { menuItems: isUnknown ? [] : [{ id: menuItem, options: [] }] });
    }
    if (path === '/orders') {
      const status = url.searchParams.get('status');
      const timeOf = ({ times }: Fields) => (isRecord(times) ? Number(times[dialect.filteredBy]) : 0);
      const all = sorted[dialect.sorting].filter((order) => status === null || order.status === status);
      const shown = new Map(all.map((order) => [showOrder(order), timeOf(order)]));
      return list('orders', [...shown.keys()], (order) => shown.get(order) ?? 0, url);
    }
    if (path === '/inventory/goods-receipts') {
      if (url.searchParams.has('outletId')) return fail(403);
      const statuses = url.searchParams.get('status')?.split(',') ?? ['completed'];
      const all = receipts
        .filter(({ status }) => statuses.includes(status))
        .map((receipt) => shapeOf('receipt', receipt));
      return list('goodsReceipts', all, (receipt) => Date.parse(String(receipt.created)), url);
    }
    if (path === '/orders/action-logs') {
      const all = orders
        .flatMap(logOf)
        .sort((first, second) => Date.parse(String(second.created)) - Date.parse(String(first.created)));
      return list('actionLogs', all, (entry) => Date.parse(String(entry.created)), url);
    }
    const order = created.get(id)?.order ?? orders.find((known) => String(known.id) === id);
    const isHidden =
      order?.partnerInfo &&
      Number(id) % 6 === 4 &&
      dialect.hiddenById !== 'none' &&
      useCase !== 'digital-ordering';
    if (!order || isHidden) return fail(404);
    return reply(200, log ? wrap('log', logOf(order)) : showOrder(order));
  }

  function create(path: string, body: Fields, by: string): Response {
    const channel = body.channelId === table ? 'dine-in' : body.channelId === partner ? 'partner' : undefined;
    if (channel === undefined) return fail(400, 'writes', 'channelId');
    if (path === '/orders') {
      if (channel === 'dine-in' && !dialect.dineInOrders) return fail(400, 'writes', 'channelId');
      if (body.partnerInfo === undefined && dialect.partnerInfoRequired[channel])
        return fail(400, 'writes', 'partnerInfo');
      const [item] = partsOf(body.items);
      const bill = 9.5 * Number(item?.quantity);
      const sum = partsOf(body.appliedDiscounts).reduce((total, { amount = 0 }) => total + Number(amount), 0);
      if (sum > (dialect.percentDiscounts ? 100 : bill))
        return fail(400, 'writes', 'appliedDiscounts[0].amount');
    }
    const order = { ...body, id: idOf(3_000 + created.size), status: 'open', times: { created: Date.now() } };
    created.set(String(order.id), { by, order });
    return reply(
      201,
      dialect.createdIn === '' ? showOrder(order) : { [dialect.createdIn]: showOrder(order) },
    );
  }

  function update(path: string, body: Fields, by: string): Response {
    const { order, by: creator } = created.get(path.split('/').at(-1) ?? '') ?? {};
    if (!order) return fail(404);
    const isReservation = path.startsWith('/orders/reservations/');
    if (by !== creator && (isReservation || dialect.cancelBy === 'creator'))
      return fail(dialect.foreignStatus);
    const info = isRecord(body.partnerReservationInfo) ? body.partnerReservationInfo : {};
    if (body.status === 'cancelled' && Object.keys(body).length > 1) return fail(dialect.ruleStatus.combined);
    if (info.partnerName !== undefined || info.reservationId !== undefined)
      return fail(dialect.ruleStatus.partnerName);
    if (order.status === 'cancelled') return fail(dialect.endedStatus.cancelled);
    Object.assign(order, body);
    return reply(200, showOrder(order));
  }

  const own: Record<UseCase, RegExp> = {
    'digital-ordering':
      /import|base-menus|\/channels|\/menus|POST \/orders$|PUT \/orders\/[^/]+$|GET \/orders\/[^/]+$/,
    reservations: /\/channels|reservations|GET \/orders\/[^/]+$/,
    'order-data': /GET \/orders|goods-receipts/,
    'inventory-management': /GET \/orders|\/menus/,
  };

  const fetch: Fetch = async (address, { method, headers, body: text }) => {
    const url = new URL(address);
    const path = url.pathname.replace('/api/v1', '');
    const by = (headers.authorization ?? '').replace('Bearer token-', '');
    const useCase = useCases.find((known) => by.startsWith(known));
    await new Promise((resolve) => setTimeout(resolve, 5 + ((created.size + by.length) % 7)));
    if (!useCase) return fail(401);
    const window = windowOf(by);
    if (window.count > 5)
      return reply(429, {
        code: 429,
        message: 'Too many requests',
        retryAfter: dialect.retryAfter === 'zero' ? 0 : 1,
      });
    const response = await respond(method, path, url, useCase, by, text, headers['idempotency-key']);
    response.headers.set('x-ratelimit-limit', '5');
    response.headers.set('x-ratelimit-remaining', String(5 - window.count));
    response.headers.set('x-ratelimit-reset', iso(window.end));
    return response;
  };

  function windowOf(by: string) {
    const time = Date.now();
    let window = windows.get(by) ?? { end: 0, count: 0 };
    const start = dialect.windows === 'fixed' ? time - ((time - dialect.phase) % 1_000) : time;
    if (window.end <= time) window = { end: start + 1_000, count: 0 };
    window.count += 1;
    windows.set(by, window);
    return window;
  }

  async function respond(
    method: string,
    path: string,
    url: URL,
    useCase: UseCase,
    by: string,
    text: string | undefined,
    key: string | undefined,
  ): Promise<Response> {
    const isAllowed = dialect.access[useCase] === 'all' || own[useCase].test(`${method} ${path}`);
    if (!isAllowed && !(dialect.checksBodyFirst && text === '{}')) return fail(403);
    if (method === 'GET') return get(path, url, useCase);
    const parsed: unknown = JSON.parse(text ?? '{}');
    const body = isRecord(parsed) ? parsed : {};
    if (
      method === 'PUT' &&
      dialect.cancelBy === 'use case' &&
      !/reservations/.test(path) &&
      useCase !== 'digital-ordering'
    )
      return fail(403);
    if (method === 'PUT') return update(path, body, by);
    const earlier = key === undefined ? undefined : idempotent.get(`${by} ${key}`);
    if (earlier && earlier.body !== text) return fail(409);
    if (earlier) {
      const isRunning = !finished.has(earlier.response);
      if (isRunning && dialect.concurrent === 'conflict') return fail(409);
      const first = (await earlier.response).clone();
      if (first.status < 400 || dialect.replays400[path as keyof Dialect['replays400']])
        first.headers.set('x-idempotent-replay', 'true');
      return first;
    }
    const running = new Promise((resolve) => setTimeout(resolve, 30)).then(() => create(path, body, by));
    idempotent.set(`${by} ${key}`, { body: text ?? '', response: running });
    const response = await running;
    finished.add(running);
    return response.clone();
  }
  return {
    baseUrl: 'https://dialects.example',
    fetch,
    keys: [1, 2].flatMap((index) =>
      useCases.map((useCase) => ({ useCase, token: `token-${useCase}-${index}` })),
    ),
    dialect,
    /** The values of the fake's options that describe the service everywhere. An option that is missing has no such value. */
    truth: truthOf(dialect),
    /** The starts of the rules that the service breaks. */
    breaks: [
      ...(dialect.ids === 'number' ? ['Records have the documented types'] : []),
      ...(lists.some((list) => list !== 'orders' && dialect.nextField[list] !== 'next')
        ? ['The cursor of the next page']
        : []),
    ],
    /** Whether the client can read a list without options. */
    isUsual(endpoint: string) {
      const list = listAt[endpoint];
      if (list === undefined) return true;
      const { cursorParam, nextField, wrapper } = dialect;
      return cursorParam[list] === 'cursor' && nextField[list] === 'next' && wrapper[list] !== 'result.items';
    },
    openOrders: () => [...created.values()].filter(({ order }) => order.status !== 'cancelled'),
  };
}
