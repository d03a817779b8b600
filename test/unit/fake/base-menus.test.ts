import { describe, expect, it } from 'vitest';
import { fakeAtNoon, send } from './send.js';

const megabyte = 1024 * 1024;
const withPhoto = (itemImage: unknown) => ({ menuItems: [{ name: 'Soup', photos: [{ itemImage }] }] });

interface BaseMenu {
  id: string;
  menuItems: { name: string; photos: { itemImage: string }[] }[];
}

describe('a base menu', () => {
  it('carries a copy of the first photo of each item §base-menus.rule-1 §base-menus.rule-1.copy §base-menus.rule-1.address §base-menus.rule-2 §limits.photo-first §limits.photo-size', async () => {
    const asked: string[] = [];
    const photos = (url: string) => {
      asked.push(url);
      return { type: 'image/png', bytes: 10 * megabyte };
    };
    const fake = fakeAtNoon({ photos });
    const body = {
      menuItems: [
        {
          name: 'Soup',
          photos: [{ itemImage: 'https://cdn.example/1.png' }, { itemImage: 'https://cdn.example/2.png' }],
        },
        { name: 'Cake' },
      ],
    };

    const response = await send(fake, 'POST /base-menus', { body });

    const copy = expect.stringMatching(/^https:\/\/storage\.outlet\.example\/menu-/);
    expect(response).toMatchObject({
      status: 201,
      body: {
        menuItems: [
          { name: 'Soup', photos: [{ itemImage: copy }] },
          { name: 'Cake', photos: [] },
        ],
      },
    });
    expect((response.body as BaseMenu).menuItems[0]?.photos).toHaveLength(1);
    expect(asked).toEqual(['https://cdn.example/1.png']);
  });

  it('gets its own copy of a photo that the service has already stored §base-menus.rule-3', async () => {
    const fake = fakeAtNoon();
    const first = (await send(fake, 'POST /base-menus', { body: withPhoto('https://cdn.example/a.jpg') }))
      .body as BaseMenu;
    const stored = first.menuItems[0]?.photos[0]?.itemImage;

    const second = (await send(fake, 'POST /base-menus', { body: withPhoto(stored) })).body as BaseMenu;

    const copy = second.menuItems[0]?.photos[0]?.itemImage;
    expect(copy).not.toBe(stored);
    expect(copy).toContain(second.id);
  });

  it.each([
    ['http §base-menus.rule-2', 'http://cdn.example/a.jpg'],
    ['a private host §base-menus.rule-4.private', 'https://localhost/a.jpg'],
    ['a private IP address §base-menus.rule-4.private', 'https://192.168.1.7/a.jpg'],
    ['a private IP address of another notation', 'https://0x7f000001/a.jpg'],
    ['a loopback IP address', 'https://[::1]/a.jpg'],
    ['a link-local IP address', 'https://169.254.169.254/a.jpg'],
    ['a private host with a final dot', 'https://localhost./a.jpg'],
    ['a host of a single label', 'https://intranet/a.jpg'],
    ['the first shared IP address', 'https://100.64.0.0/a.jpg'],
    ['the last shared IP address', 'https://100.127.255.255/a.jpg'],
    ['neither JPEG nor PNG §base-menus.rule-4.type §limits.photo-type', 'https://cdn.example/a.gif'],
    ['nothing that can be fetched §base-menus.rule-4.unreachable', 'https://cdn.example/gone.jpg'],
    ['an unknown file in the storage of the API', 'https://storage.outlet.example/menu-0/0.jpg'],
    ['not a URL', 'a.jpg'],
    ['not a string', 7],
    ['null', null],
    ['missing', undefined],
  ])(
    'is rejected if a photo is on %s §base-menus.body §base-menus.rule-5 §errors.status.400 §errors.errors',
    async (_, itemImage) => {
      const photos = (url: string) => {
        if (url.endsWith('gone.jpg')) return undefined;
        return { type: url.endsWith('.gif') ? 'image/gif' : 'image/jpeg', bytes: 1 };
      };
      const good = { photos: [{ itemImage: 'https://cdn.example/a.jpg' }] };
      const body = { menuItems: [good, good, good, { photos: [{ itemImage }] }] };

      const response = await send(fakeAtNoon({ photos }), 'POST /base-menus', { body });

      expect(response).toMatchObject({
        status: 400,
        body: { code: 400, errors: [{ field: 'menuItems[3].photos[0].itemImage' }] },
      });
    },
  );

  it.each(['100.63.255.255', '100.128.0.0', '172.32.0.1', 'localhost.example', 'cdn.example.'])(
    'accepts photos on the public host %s §base-menus.rule-2 §limits.photo-type §release.2.384.0.hosts',
    async (host) => {
      const body = withPhoto(`https://${host}/a.jpg`);

      expect((await send(fakeAtNoon(), 'POST /base-menus', { body })).status).toBe(201);
    },
  );

  it.each([
    [
      'a photo is not an object',
      ['https://cdn.example/a.jpg'],
      'menuItems[1].photos[0]',
      'must be an object',
    ],
    ['photos are null', null, 'menuItems[1].photos', 'must be a list'],
  ])('is rejected if %s', async (_, photos, field, message) => {
    const body = { menuItems: [{}, { photos }] };

    expect(await send(fakeAtNoon(), 'POST /base-menus', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ field, message }] },
    });
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no network'))],
  ])('is rejected if fetching a photo %s', async (_, photos) => {
    const body = withPhoto('https://cdn.example/a.jpg');

    expect(await send(fakeAtNoon({ photos }), 'POST /base-menus', { body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'menuItems[0].photos[0].itemImage', message: 'cannot be fetched' }] },
    });
  });

  it('is rejected with 413 if a photo is above 10 MB §base-menus.rule-4.size §limits.photo-size §errors.status.413', async () => {
    const photos = () => ({ type: 'image/jpeg', bytes: 10 * megabyte + 1 });

    const response = await send(fakeAtNoon({ photos }), 'POST /base-menus', {
      body: withPhoto('https://cdn.example/a.jpg'),
    });

    expect(response).toMatchObject({
      status: 413,
      body: { errors: [{ field: 'menuItems[0].photos[0].itemImage' }] },
    });
  });

  it.each([
    ['a photo that is not accepted', 400, 'https://cdn.example/a.gif'],
    ['a photo that is too large', 413, 'https://cdn.example/large.jpg'],
  ])('is not created in part because of %s §base-menus.rule-4.nothing', async (_, status, bad) => {
    const photos = (url: string) => ({
      type: url.endsWith('.gif') ? 'image/gif' : 'image/jpeg',
      bytes: url.endsWith('large.jpg') ? 10 * megabyte + 1 : 1,
    });
    const good = { photos: [{ itemImage: 'https://cdn.example/a.jpg' }] };
    // Two outlets with one seed store photos at the same URLs.
    const [other, fake] = [fakeAtNoon({ photos }), fakeAtNoon({ photos })];
    const made = (await send(other, 'POST /base-menus', { body: { menuItems: [good] } })).body as BaseMenu;
    const stored = withPhoto(made.menuItems[0]?.photos[0]?.itemImage);

    const body = { menuItems: [good, { photos: [{ itemImage: bad }] }] };
    expect((await send(fake, 'POST /base-menus', { body })).status).toBe(status);

    expect((await send(other, 'POST /base-menus', { body: stored })).status).toBe(201);
    expect(await send(fake, 'POST /base-menus', { body: stored })).toMatchObject({
      status: 400,
      body: { errors: [{ message: 'cannot be fetched' }] },
    });
  });

  it('needs no network', async () => {
    const fail = () => Promise.reject(new Error('network'));
    const fake = fakeAtNoon({ webhookFetch: fail });

    expect(
      (await send(fake, 'POST /base-menus', { body: withPhoto('https://cdn.example/a.png?size=2') })).status,
    ).toBe(201);
  });
});
