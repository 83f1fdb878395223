// What is wrong with what a page shows: elements beyond the window, texts that are cut, controls on top of each other,
// and, where a finger touches them, controls that it misses.
(isTouched) => {
    const found = [];
    const name = (one) => `${one.tagName.toLowerCase()}${one.id ? `#${one.id}` : ""}` +
        `${one.classList.length ? `.${[...one.classList].join(".")}` : ""} "${one.textContent.trim().slice(0, 40)}"`;
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} px wide`);
    const root = document.querySelector("dialog[open]") ?? document.body;
    if (root !== document.body && root.scrollWidth > root.clientWidth) found.push(`overflow in ${root.id}`);
    const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen, svg, noscript");
    const scrolls = (one) => one && one !== document.body &&
        (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const pen = document.createElement("canvas").getContext("2d");
    const shown = [...root.querySelectorAll("*")].filter(isShown);
    for (const one of shown) {
        const { left, right, width } = one.getBoundingClientRect();
        const style = getComputedStyle(one);
        const isBeyond = width && (left < -1 || right > innerWidth + 1) && !scrolls(one);
        if (isBeyond) found.push(`beyond the window: ${name(one)}`);
        const isText = one.matches("button, .button, h1, h2, h3, p, label, summary, dt, dd, figcaption, li");
        const isCut = one.scrollWidth > one.clientWidth + 1 && style.display !== "inline" && !scrolls(one);
        if (isCut && (isText || ["hidden", "clip"].includes(style.overflowX))) found.push(`cut: ${name(one)}`);
        if (one.matches("select") && one.selectedOptions.length) {
            pen.font = `${style.fontSize} ${style.fontFamily}`;
            const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 14;
            const wide = pen.measureText(one.selectedOptions[0].textContent).width;
            if (wide > room + 1) found.push(`cut: list with "${one.selectedOptions[0].textContent}"`);
        }
    }
    const controls = shown.filter((one) => one.matches("button, a[href], input, select, textarea, summary"));
    const boxOf = (one) => one.getBoundingClientRect();
    for (const [number, one] of controls.entries()) {
        const a = boxOf(one);
        for (const other of controls.slice(number + 1)) {
            const b = boxOf(other);
            const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                                  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
            const isOn = wide > 2 && high > 2 && !scrolls(one) && !scrolls(other);
            if (isOn) found.push(`${name(one)} lies on ${name(other)}`);
        }
        const isInText = one.closest("p, .lines, .between");
        const { width, height } = boxOf(one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : one);
        if (isTouched && !isInText && Math.min(width, height) < 23.5) {
            found.push(`${name(one)} is ${Math.round(width)} x ${Math.round(height)} px`);
        }
    }
    return [...new Set(found)];
}
