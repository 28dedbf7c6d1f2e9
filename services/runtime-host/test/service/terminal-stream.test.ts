import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@pitwall/service-kit/testing';
import { found } from '../support/host-process.js';
import { named, startStory, type Story } from '../support/host-story.js';

describe('terminals over the bus', () => {
  let story: Story;
  beforeEach(async () => {
    story = await startStory();
  });
  afterEach(() => story.stop());

  it('F-50 takes the size of the smallest viewer, and gives it back when that one leaves', async () => {
    await story.open('T1');
    const desktop = story.viewer('T1', 'desktop');
    const phone = story.viewer('T1', 'phone');
    await story.bus.event(named('process-seen'));
    await desktop.attach(160, 40);
    expect(desktop.screens()[0]).toMatchObject({ cols: 160, rows: 40 });
    await phone.attach(45, 50);
    expect(phone.screens()[0]).toMatchObject({ cols: 45, rows: 40 });
    phone.say({ type: 'resize', cols: 0, rows: 0 });
    phone.say({ type: 'detach' });
    await eventually(async () => {
      await desktop.attach(160, 40);
      return desktop.screens().at(-1)!.cols === 160;
    });
  });

  it('a viewer that acknowledges nothing is skipped to the current screen, and the flood runs on', async () => {
    await story.open('T1');
    await story.bus.event(named('process-seen'));
    const slow = story.viewer('T1');
    await slow.attach();
    slow.type('quit\r');
    await eventually(() => slow.text().includes('quit'));
    const before = slow.out.length;
    slow.type("head -c 8000000 /dev/zero | tr '\\0' 'x'; echo; echo end-$((1+1))\r");
    // It ends although nobody reads.
    await found(async () => {
      const other = story.viewer('T1', `v${performance.now() | 0}`);
      await other.attach();
      other.say({ type: 'detach' });
      other.close();
      return other.text().includes('end-2') ? true : null;
    }, 15_000);
    const flood = slow.out.slice(before).filter(({ kind }) => kind === 'data');
    expect(flood.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(7_000_000);
    slow.ack(
      Math.max(...slow.out.map(({ offset, bytes, kind }) => (kind === 'data' ? offset + bytes.length : offset))),
    );
    await eventually(() => slow.screens().length >= 2 && slow.screens().at(-1)!.bytes.toString().includes('end-2'));
  }, 40_000);

  it('a viewer that attached to the host before this one is told to do it again', async () => {
    await story.open('T1');
    await story.bus.event(named('process-seen'));
    const viewer = story.viewer('T1');
    viewer.say({ type: 'keepalive' });
    await eventually(() => viewer.out.some(({ kind }) => kind === 'unknown'));
    await viewer.attach();
    viewer.say({ type: 'keepalive' });
    viewer.type('quit\r');
    await eventually(() => viewer.text().includes('quit'));
    expect(viewer.out.filter(({ kind }) => kind === 'unknown')).toHaveLength(1);
  });
});
