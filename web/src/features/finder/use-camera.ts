import { useEffect, useState, useSyncExternalStore } from 'react';
import { Camera, type CameraState, type OpenCamera } from './camera.ts';

/** Enough for a screen, and light on the battery. The narrower the stream, the quicker it starts. */
const VIDEO: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

function browserCamera(): OpenCamera {
  // Missing on pages that did not come over HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  return devices ? () => devices.getUserMedia({ video: VIDEO, audio: false }) : null;
}

/** Held only while mounted and visible. Starts by itself only where it was allowed before. */
export function useCamera(): { state: CameraState; start: () => void } {
  const [camera] = useState(() => new Camera(browserCamera()));

  useEffect(() => {
    let left = false;
    void isAllowed().then((allowed) => {
      if (allowed && !left && !document.hidden) void camera.start();
    });
    const onVisibility = () => (document.hidden ? camera.pause() : camera.resume());
    const onHide = () => camera.pause();
    const onShow = () => camera.resume();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', onHide);
    addEventListener('pageshow', onShow);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onShow);
      camera.pause();
    };
  }, [camera]);

  const state = useSyncExternalStore(camera.subscribe, camera.snapshot);
  return { state, start: () => void camera.start() };
}

async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch {
    return false;
  }
}
